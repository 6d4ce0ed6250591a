import { msg } from '@crewline/contract/localized-text'
import { RUN_KINDS } from '@crewline/contract/events'
import type { Readable } from 'node:stream'
import type { Import } from '@crewline/contract/imports'
import { IMPORT_MAX_BYTES, IMPORTS_PER_HOUR } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { startRun } from '../../kernel/runs/define.ts'
import type { Scope } from '../../kernel/scope.ts'
import { addImport, addPart, removeImport, saveImport } from './store/imports.ts'
import { importById } from './views.ts'

/**
 * Size of a stored piece of a file, in bytes. Buffers of a connection stay in memory outside the heap until the objects
 * that hold them are collected; small pieces make that happen often, whatever the file size.
 */
const PART_BYTES = 16 * 1024

/**
 * Stores a file of contacts piece by piece as it arrives, so that no process holds it in memory; it is read in the
 * background.
 */
export async function upload(
  scope: Scope,
  { name, body }: { name: string; body: Readable },
  kernel: Kernel,
): Promise<{ import: Import }> {
  const { actor } = scope
  if (actor.kind !== 'member') return fail('not_permitted')
  await makeLimit(kernel, 'imports', IMPORTS_PER_HOUR, 3600).take(actor.userId)
  const id = scope.world.id()
  await scope.tx(async (tx) => {
    await addImport(tx, { id, userId: actor.userId, fileName: name.trim() || 'people.csv' })
    tx.audit('import.begun', id)
  })
  try {
    const bytes = await keep(scope, id, body)
    await scope.tx(async (tx) => {
      await saveImport(tx, id, { state: 'reading', bytes })
      tx.audit('import.uploaded', id, { bytes })
      startRun(tx, { name: RUN_KINDS.import }, { id, userId: actor.userId })
    })
  } catch (error) {
    await scope.tx(async (tx) => {
      await removeImport(tx, id)
      tx.audit('import.broken-off', id)
    })
    throw error
  }
  return { import: (await importById(scope, id)) ?? fail('not_found') }
}

async function keep(scope: Scope, id: string, body: Readable): Promise<number> {
  let held: Buffer[] = []
  let [heldBytes, bytes, nth] = [0, 0, 0]
  const write = async () => {
    const [first = Buffer.alloc(0)] = held
    const buffer = held.length > 1 ? Buffer.concat(held) : first
    held = []
    heldBytes = 0
    for (let at = 0; at < buffer.length; at += PART_BYTES) {
      const partNumber = nth++
      await scope.tx((tx) => addPart(tx, id, partNumber, buffer.subarray(at, at + PART_BYTES)))
    }
  }
  for await (const piece of body.iterator({ destroyOnReturn: false })) {
    const part = piece as Buffer
    bytes += part.length
    if (bytes > IMPORT_MAX_BYTES)
      fail('file_too_large', {
        text: msg({ message: 'This file is larger than 64 MB. Split it and import each part.' }),
      })
    held.push(part)
    heldBytes += part.length
    if (heldBytes >= PART_BYTES) await write()
  }
  await write()
  return bytes
}
