import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// The macros of messages look for their settings where the run starts, which is here and not in web.
process.env.LINGUI_CONFIG ??= join(import.meta.dirname, 'lingui.config.ts')

// Three workers suit the two cores of a small machine: a file of server tests waits half of its time, for PostgreSQL and
// for work that the server does a moment later.
// Files share a worker's modules (isolate: false), which saves loading Fastify and zod for every file. It holds because
// tests never replace our modules: each builds its own house and keeps nothing at module level.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['contract/**/*.test.ts', 'scripts/**/*.test.ts', 'server/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          environment: 'node',
          pool: 'forks',
          maxWorkers: 3,
          isolate: false,
          globalSetup: ['server/test/kit/global-setup.ts'],
          setupFiles: [
            'server/test/kit/shifted-clock.ts',
            'server/test/kit/slow-mode.ts',
            'server/test/kit/property-seed.ts',
          ],
          // Node itself loads the files, as it does in production: what it cannot import fails here too.
          experimental: { viteModuleRunner: false },
          // Six times what the longest test needs: a busy machine may be that much slower.
          testTimeout: 240_000,
          // A second, as it is by itself, passes on a busy machine.
          expect: { poll: { timeout: 60_000 } },
          hookTimeout: 240_000,
        },
      },
      {
        // The web's own plugins, so that its tests read the same code as its build: messages are macros there.
        extends: 'web/vite.config.ts',
        root: 'web',
        test: {
          name: 'web',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
          environment: 'node',
          pool: 'forks',
          setupFiles: [join(import.meta.dirname, 'server/test/kit/property-seed.ts')],
          testTimeout: 60_000,
          // As many as above: projects with different numbers cannot run in one group.
          maxWorkers: 3,
          isolate: false,
        },
      },
    ],
  },
})
