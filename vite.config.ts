import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: fileURLToPath(new URL("src/web", import.meta.url)),
  base: "/",
  plugins: [react()],
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    // both would become inline code, which the page's content security policy forbids
    assetsInlineLimit: 0,
    // in kB; what the first page loads is held by a test
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    // browsers that know light-dark(): both themes come from the same names
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
  },
});
