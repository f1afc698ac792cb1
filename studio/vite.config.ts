import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const service = process.env.INKWRIGHT_SERVICE ?? "http://127.0.0.1:8470";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: process.env.STUDIO_OUT ?? "../src/inkwright/server/studio",
    emptyOutDir: true,
    // The licences of everything that is bundled go along with it.
    license: { fileName: "licences.md" },
    assetsInlineLimit: 0,
    // A test of the package checks the size of the first load, compressed.
    chunkSizeWarningLimit: 1_200,
    modulePreload: { polyfill: false },
    // The first load is one script: each request costs more than what it could save.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } } },
  },
  server: { proxy: { "/api": { target: service, changeOrigin: true }, "/login": service } },
});
