import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Writes a small tree of files for the test of a check, runs the work on it and removes the tree. */
export async function onPlanted<T>(files: Record<string, string>, work: (root: string) => T | Promise<T>): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'crewline-planted-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return await work(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
