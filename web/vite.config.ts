import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";

// Where the server listens while the client is developed with `npm run dev`.
const server = process.env.DUNGEONBOWL_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  build: {
    outDir: "../src/dungeonbowl/server/static",
    emptyOutDir: true,
    // A data: address would need a wider content security policy.
    assetsInlineLimit: 0,
  },
  server: { host: "127.0.0.1", proxy: { "/api": { target: server, ws: true } } },
  // One document for all files: to make one takes ten times as long as the tests in it. Each test leaves it as it was.
  // A machine with ten times the load must still pass: a test gives up late, and measures nothing by it.
  test: { environment: "jsdom", include: ["src/**/*.test.ts"], isolate: false, testTimeout: 120_000 },
});
