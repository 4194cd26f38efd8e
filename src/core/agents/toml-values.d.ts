declare module "*.toml" {
  const values: unknown;
  export default values;
}
