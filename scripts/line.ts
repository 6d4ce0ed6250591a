import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export const SERVER_LINE = 'server/src/main/line.mjs'
export const WEB_LINE = 'web/src/app/line.mjs'

/** Reads the order of the rooms from the server's line and of the features from the web's, and which of these have no room. */
export async function readLines(root: string): Promise<{ rooms: string[]; features: string[]; gathering: string[] }> {
  const [rooms, features] = [await readLine(root, SERVER_LINE), await readLine(root, WEB_LINE)]
  const { gathering = [] } = (await import(pathToFileURL(join(root, WEB_LINE)).href)) as { gathering?: string[] }
  return { rooms, features, gathering }
}

async function readLine(root: string, file: string): Promise<string[]> {
  const path = join(root, file)
  if (!existsSync(path))
    throw new Error(`${file} is missing: it says the order of the rooms (export const line = [...])`)
  const module = (await import(pathToFileURL(path).href)) as { line?: unknown }
  const { line } = module
  if (!Array.isArray(line) || line.some((name) => typeof name !== 'string')) {
    throw new Error(`${file} must say: export const line = ['first', 'second', ...]`)
  }
  return line as string[]
}
