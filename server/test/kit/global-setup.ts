import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../src/kernel/db/embedded.ts'
import { createDatabaseFolder } from './database-folder.ts'
import { readSlowMode } from './slow-database.ts'

/**
 * Starts one PostgreSQL for the whole run and provides its address to every test file; TEST_DATABASE_URL replaces it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const slow = readSlowMode(process.env)
  if (slow) console.log(`Slow mode: TEST_SLOW_SEED=${slow.seed} repeats the delays of this run.`)
  const testUrl = process.env.TEST_DATABASE_URL
  if (testUrl) {
    project.provide('testServerUrl', testUrl)
    return async () => {}
  }
  const dataDir = createDatabaseFolder()
  const server = await startEmbedded({ dataDir, fast: true }).catch((error: unknown) => {
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  })
  project.provide('testServerUrl', server.url())
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
