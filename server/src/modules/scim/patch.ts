import SCIMMY from 'scimmy'
import { operationsOf, PATCH_SCHEMA, requireComplete, ScimRefused, type Alternatives } from './rules.ts'

/** What the library throws for a wrong request. */
interface LibraryError {
  status?: number
  scimType?: string
  message: string
}

/** Applies a patch (RFC 7644, 3.5.2) to a resource and returns what it is afterwards. */
export async function patched(kind: 'User' | 'Group', resource: object, body: unknown): Promise<unknown> {
  const operations = operationsOf(body)
  if (operations.length === 0) return resource
  return guarded(async () => {
    const schema = new SCIMMY.Schemas[kind](resource, 'both')
    const patch = new SCIMMY.Messages.PatchOp({ schemas: [PATCH_SCHEMA], Operations: operations })
    return patch.apply(schema as never, async (result: Record<string, unknown>) => result)
  })
}

/** Parses a filter (RFC 7644, 3.4.2.2). */
export async function parseFilter(text: string): Promise<Alternatives> {
  if (text.length > 1_000) throw new ScimRefused(400, 'The filter is too long.', 'invalidFilter')
  const parsed = await guarded(
    async () => [...(new SCIMMY.Types.Filter(text) as unknown as Record<string, unknown>[])],
    'invalidFilter',
  )
  requireComplete(parsed)
  return parsed
}

async function guarded<T>(work: () => Promise<T>, scimType = 'invalidValue'): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { status, scimType: found, message } = error as LibraryError
    // The library fails in its own ways for texts that are no filter at all.
    if (status === undefined) throw new ScimRefused(400, 'The request could not be read.', scimType)
    throw new ScimRefused(status < 500 ? status : 400, message, found ?? scimType)
  }
}
