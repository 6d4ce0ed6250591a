import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../src/kernel/db/embedded.ts'

/**
 * Starts one PostgreSQL for the whole run and provides its address to every test file; TEST_DATABASE_URL replaces it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const testUrl = process.env.TEST_DATABASE_URL
  if (testUrl) {
    project.provide('testServerUrl', testUrl)
    return async () => {}
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'crewline-test-'))
  // Under root the database runs as another user, who must be able to enter this directory.
  chmodSync(dataDir, 0o711)
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
