import type { LogoPicture } from '@crewline/contract/organizations'
import { fail } from '../../kernel/failure.ts'
import type { Limit } from '../../kernel/http/limits.ts'
import { codeOfError } from '../../kernel/http/answer.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Scope } from '../../kernel/scope.ts'
import { addLogo, hasLogo, logoPath, removeLogo, rememberedOrganization, unusedLogos } from '../organizations/index.ts'
import { discardFile } from './discard.ts'
import { readFile } from './read-file.ts'
import { nothingHere } from './serve-file.ts'
import { storeLogo } from './upload.ts'

/** Logos that are not used are kept this long, in ms: for Undo, and for emails that show them. */
const UNUSED_MS = 30 * 24 * 3_600_000
/** Logos removed in one night. */
const MOST = 1000

/** Stores a logo that the profile of the organization may name. */
export async function uploadLogo(
  scope: Scope,
  kernel: Kernel,
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<{ logo: LogoPicture }> {
  const { id, width, height } = await storeLogo(scope, kernel, { name, bytes, record: addLogo })
  return { logo: { id, width, height, url: logoPath(scope.orgId, id) } }
}

/** A logo, or why there is none. */
interface LogoAnswer {
  http: number
  headers: Record<string, string>
  body: unknown
}

/** Answers with a logo. It never changes at its address, and other websites may show it: mail programs do. */
export async function answerLogo(
  kernel: Kernel,
  { orgId, id, limit, address }: { orgId: string; id: string; limit: Limit; address: string },
): Promise<LogoAnswer> {
  try {
    await limit.take(address)
    if (!(await hasLogo(kernel.database.ofOrg(orgId), orgId, id))) return nothingHere()
    const { bytes, file } = (await readFile(kernel, orgId, id)) ?? fail('not_found')
    const headers = {
      ...nothingHere().headers,
      'cache-control': 'public, max-age=86400, immutable',
      'content-type': file.mime,
      'cross-origin-resource-policy': 'cross-origin',
    }
    return { http: 200, headers, body: bytes }
  } catch (error) {
    const refusal = codeOfError(error)
    if (refusal === 'not_found') return nothingHere()
    if (refusal !== 'slow_down') throw error
    const wait = nothingHere(429, 'Wait a minute.')
    return { ...wait, headers: { ...wait.headers, 'retry-after': '60' } }
  }
}

/** Deletes logos that have not been used for 30 days, with their files. */
export async function forgetUnusedLogos(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('unused logos of every organization are deleted')
  const before = new Date(kernel.world.now().getTime() - UNUSED_MS)
  for (const { orgId, id } of await unusedLogos(system, { before, most: MOST })) {
    const organization = await rememberedOrganization(kernel, orgId)
    const scope = makeScope(kernel, organization, { kind: 'system', reason: 'logos' }, `logos-${orgId.slice(0, 8)}`)
    const removeBytes = await scope.tx(async (tx) =>
      (await removeLogo(tx, id, before)) ? discardFile(tx, kernel, id) : undefined,
    )
    await removeBytes?.()
  }
}
