import SCIMMY from 'scimmy'
import { withExtension } from './extension-rules.ts'
import {
  fieldOf,
  operationsOf,
  PATCH_SCHEMA,
  requireComplete,
  requireFew,
  requireReadable,
  ScimRefused,
  type Alternatives,
  type Operation,
} from './rules.ts'

const USER_ATTRIBUTES = SCIMMY.Schemas.User.definition.attributes.flatMap((one) => [one, ...(one.subAttributes ?? [])])

// Types of emails, numbers and addresses are suggestions (RFC 7643, 7: canonicalValues): with others, as with `Mobile`, the
// library could not read a stored resource, and each later patch of it would fail.
for (const { name, config } of USER_ATTRIBUTES) if (name === 'type') config.canonicalValues = false

/** The names of the attributes of users, by their names in lower case. */
const USER_NAMES = new Map(USER_ATTRIBUTES.map(({ name }) => [name.toLowerCase(), name]))

/** What the library throws for a wrong request. */
interface LibraryError {
  status?: number
  scimType?: string
  message: string
}

/**
 * Applies a patch (RFC 7644, 3.5.2) to a resource and returns what it is afterwards. Extensions of the resource are kept
 * and changed only with `keepsExtensions`.
 */
export async function patched(
  kind: 'User' | 'Group',
  resource: object,
  body: unknown,
  { keepsExtensions = false } = {},
): Promise<unknown> {
  const operations = operationsOf(body, keepsExtensions)
  if (kind === 'Group') return operations.length === 0 ? resource : applied(kind, resource, operations)
  requireFew(operations)
  let extensions = Object.fromEntries(Object.entries(resource).filter(([name]) => /^urn:/i.test(name)))
  let current = resource
  let waiting: { path: string | undefined; as: Operation }[] = []
  for (const given of operations) {
    if (/^urn:/i.test(given.path ?? '')) {
      extensions = withExtension(extensions, given)
      continue
    }
    const operation = withNames(given)
    // It may name an element that an earlier operation added. The others are applied together: each run costs milliseconds.
    if (waiting.some((earlier) => mayAddElement(earlier.path, operation.path))) {
      current = await applied(
        kind,
        current,
        waiting.map(({ as }) => as),
      )
      waiting = []
    }
    waiting.push({ path: operation.path, as: withElement(current, operation) })
  }
  if (waiting.length > 0)
    current = await applied(
      kind,
      current,
      waiting.map(({ as }) => as),
    )
  return keepsExtensions ? { ...current, ...extensions } : current
}

/** Whether an operation at the first path may change which elements the second path names. */
function mayAddElement(first = '', second = ''): boolean {
  const [list, filter] = second.toLowerCase().split(/[[\]]/)
  const [otherList, otherFilter] = first.toLowerCase().split(/[[\]]/)
  return filter !== undefined && list === otherList && (otherFilter === undefined || otherFilter === filter)
}

/** An operation with the names of attributes as the library writes them: names have no case (RFC 7643, 2.1). */
function withNames(operation: Operation): Operation {
  const known = (name: string) => USER_NAMES.get(name.toLowerCase()) ?? name
  const path = operation.path
    ?.replace(/^\w+/, known)
    .replace(/\.\w+$/, (end) => `.${known(end.slice(1))}`)
    .replace(/\[\w+/, (start) => `[${known(start.slice(1))}`)
  return path === undefined ? operation : { ...operation, path }
}

async function applied(kind: 'User' | 'Group', resource: object, operations: Operation[]): Promise<object> {
  const after = await guarded(async () => {
    const schema = new SCIMMY.Schemas[kind](resource, 'both')
    const patch = new SCIMMY.Messages.PatchOp({ schemas: [PATCH_SCHEMA], Operations: operations })
    return patch.apply(schema as never, async (result: Record<string, unknown>) => result)
  })
  // Nothing, when the operations change nothing.
  return after ?? resource
}

/**
 * Entra ID sets `phoneNumbers[type eq "mobile"].value` also where there is no such number yet, and expects it to be added
 * (RFC 7644, 3.5.2.3 would have it refused).
 */
function withElement(resource: object, operation: Operation): Operation {
  const [, list, part, wanted = '', sub] = /^(\w+)\[(\w+) eq "([^"]*)"\](?:\.(\w+))?$/i.exec(operation.path ?? '') ?? []
  if (list === undefined || part === undefined) return operation
  const elements: unknown = fieldOf(resource, list)
  const found = (Array.isArray(elements) ? (elements as unknown[]) : [])
    .map((element) => String(fieldOf(element, part)))
    .find((text) => text.toLowerCase() === wanted.toLowerCase())
  // The library compares with case, and the type may be stored as `Mobile`.
  if (found !== undefined && !/["\\]/.test(found))
    return { ...operation, path: `${list}[${part} eq "${found}"]${sub === undefined ? '' : `.${sub}`}` }
  if (found !== undefined || operation.op === 'remove' || sub === undefined) return operation
  return { op: 'add', path: list, value: [{ [part]: wanted, [sub]: operation.value }] }
}

/** Parses a filter (RFC 7644, 3.4.2.2). */
export async function parseFilter(text: string): Promise<Alternatives> {
  requireReadable(text)
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
