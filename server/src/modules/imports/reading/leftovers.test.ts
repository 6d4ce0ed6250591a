import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copiesOf, removeLeftovers } from './leftovers.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'crewline-leftovers-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

test('removes copies left by a killed process, keeps those in use, and accepts a missing folder', async () => {
  const now = new Date()
  await removeLeftovers(dataDir, now)
  await mkdir(copiesOf(dataDir))
  const [old, fresh] = ['old', 'fresh'].map((name) => join(copiesOf(dataDir), name)) as [string, string]
  for (const path of [old, fresh]) await writeFile(path, 'people')
  const yesterday = new Date(now.getTime() - 24 * 3_600_000)
  await utimes(old, yesterday, new Date(yesterday.getTime() - 1000))
  await removeLeftovers(dataDir, yesterday)
  expect(await readdir(copiesOf(dataDir))).toEqual(['fresh'])
})
