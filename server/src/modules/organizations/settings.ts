import type { BodyOf } from '@crewline/contract/endpoint'
import type { editOrganization, Organization, OrganizationSettings } from '@crewline/contract/organizations'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { saveOrganization } from './store.ts'
import { organizationOf, versionedSettings, type VersionedSettings } from './views.ts'

/** Changes what is given and nothing else; `outdated` when the version named is not the last. */
export async function edit(
  scope: Scope,
  ask: BodyOf<typeof editOrganization>,
): Promise<VersionedSettings & { organization: Organization }> {
  const { name, timezone, settings, version } = ask
  refuseEmptyNight(settings?.quietHours)
  await scope.tx(async (tx) => {
    const saved = await saveOrganization(tx, { name, timezone, settings, version })
    if (!saved) fail('outdated')
    tx.audit('organization.changed', tx.orgId, { ...ask })
  })
  const [{ organization }, versioned] = await Promise.all([
    organizationOf(scope.db, scope.orgId),
    versionedSettings(scope.db, scope.orgId),
  ])
  return { organization, ...versioned }
}

/** A night that starts when it ends would be none, or all day: nobody can tell which was meant. */
function refuseEmptyNight(night: OrganizationSettings['quietHours'] | undefined): void {
  if (night && night.mode !== 'off' && night.start === night.end)
    fail('invalid', {
      fieldErrors: {
        'settings.quietHours.end': {
          en: 'Choose another time than the start.',
          es: 'Elige una hora distinta de la del inicio.',
        },
      },
    })
}
