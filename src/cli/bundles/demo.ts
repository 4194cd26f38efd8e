export { demoCommand } from "../commands/demo.ts";
