import { msg } from '@crewline/contract/localized-text'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { editOrganization, Organization, OrganizationSettings } from '@crewline/contract/organizations'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { forgetOrganization } from './remembered.ts'
import { saveOrganization } from './store.ts'
import { organizationOf, versionedSettings, type VersionedSettings } from './views.ts'

/** Changes only the given settings. Fails with `outdated` when the given version is not the latest. */
export async function edit(
  kernel: Kernel,
  scope: Scope,
  changes: BodyOf<typeof editOrganization>,
): Promise<VersionedSettings & { organization: Organization }> {
  const { name, timezone, settings, version } = changes
  refuseEmptyNight(settings?.quietHours)
  await scope.tx(async (tx) => {
    const saved = await saveOrganization(tx, { name, timezone, settings, version })
    if (!saved) fail('outdated')
    tx.audit('organization.changed', tx.orgId, { ...changes })
  })
  forgetOrganization(kernel, scope.orgId)
  const [{ organization }, versioned] = await Promise.all([
    organizationOf(scope.db, scope.orgId),
    versionedSettings(scope.db, scope.orgId),
  ])
  return { organization, ...versioned }
}

/** Equal start and end is ambiguous: it could mean no night or all day. */
function refuseEmptyNight(night: OrganizationSettings['quietHours'] | undefined): void {
  if (night && night.mode !== 'off' && night.start === night.end)
    fail('invalid', {
      fieldErrors: {
        'settings.quietHours.end': msg({ message: 'The end must be different from the start.' }),
      },
    })
}
