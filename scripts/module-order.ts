import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export const SERVER_MODULE_ORDER = 'server/src/main/module-order.mjs'
export const WEB_MODULE_ORDER = 'web/src/app/module-order.mjs'

/** Reads the order of the server modules and of the web features, and which features have no module of their own. */
export async function readModuleOrders(
  root: string,
): Promise<{ modules: string[]; features: string[]; gathering: string[] }> {
  const [modules, features] = [
    await readModuleOrder(root, SERVER_MODULE_ORDER),
    await readModuleOrder(root, WEB_MODULE_ORDER),
  ]
  const { gathering = [] } = (await import(pathToFileURL(join(root, WEB_MODULE_ORDER)).href)) as {
    gathering?: string[]
  }
  return { modules, features, gathering }
}

async function readModuleOrder(root: string, file: string): Promise<string[]> {
  const path = join(root, file)
  if (!existsSync(path))
    throw new Error(`${file} is missing: it declares the module order (export const moduleOrder = [...])`)
  const module = (await import(pathToFileURL(path).href)) as { moduleOrder?: unknown }
  const { moduleOrder } = module
  if (!Array.isArray(moduleOrder) || moduleOrder.some((name) => typeof name !== 'string')) {
    throw new Error(`${file} must contain: export const moduleOrder = ['first', 'second', ...]`)
  }
  return moduleOrder as string[]
}
