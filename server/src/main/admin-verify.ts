import { verifyAudit } from '../modules/audit/index.ts'
import { verifyEvery } from '../modules/consent/index.ts'
import { organizationBySlug } from '../modules/organizations/index.ts'
import { encryptionOf, type Tools } from './admin-kernel.ts'
import { Mistyped, needed, type OptionReader } from './admin-options.ts'

/** Exits with an error when a history is broken, so that a script notices. */
export async function verifyConsent({ database }: Tools, readOption: OptionReader): Promise<string> {
  const system = database.asSystem('the operator verifies consent histories')
  const organization = await organizationBySlug(system, needed(readOption, 'organization'))
  if (!organization) throw new Mistyped(`There is no organization "${readOption('organization')}".`)
  const { numbers, broken } = await verifyEvery(database.ofOrg(organization.id))
  if (broken.length > 0)
    throw new Error(`${broken.length} of ${numbers} numbers have a history that was changed:\n${broken.join('\n')}`)
  return `${numbers} numbers checked: no history was changed.`
}

/** Exits with an error when an entry was changed, removed or inserted, so that a script notices. */
export async function auditVerify({ config, database, world }: Tools, readOption: OptionReader): Promise<string> {
  const system = database.asSystem('the operator verifies an audit log')
  const slug = needed(readOption, 'organization')
  const organization = await organizationBySlug(system, slug)
  if (!organization) throw new Mistyped(`There is no organization "${slug}".`)
  const encryption = await encryptionOf(config, database, world)
  const { problems, summary } = await verifyAudit(database.ofOrg(organization.id), {
    orgId: organization.id,
    fingerprint: (place, text) => encryption.fingerprint(place, text),
    now: world.now(),
  })
  if (problems.length > 0)
    throw new Error(`The audit log of ${slug} was tampered with.\n${problems.join('\n')}\n${summary}`)
  return `The audit log of ${slug} is intact.\n${summary}`
}
