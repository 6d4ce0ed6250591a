import { isDeepStrictEqual } from 'node:util'
import { msg } from '@crewline/contract/localized-text'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { editOrganization, OrganizationSettings } from '@crewline/contract/organizations'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { announceRulesChange } from '../../kernel/realtime/revoked.ts'
import { requireUserId, type Scope, type Tx } from '../../kernel/scope.ts'
import { applyChanges, differenceOf, withoutUndefined, type LogoIds } from './change-rules.ts'
import { HOURS, OrganizationChanged } from './events.ts'
import { hasLogo } from './logo-views.ts'
import { recentProof } from './ports.ts'
import { forgetOrganization } from './remembered.ts'
import { forgetHoursManager, lockOrganization, saveOrganization } from './store.ts'
import {
  childrenWithGrants,
  describedOrganization,
  hasSecondStep,
  hoursManagerOf,
  settingsOf,
  type DescribedOrganization,
} from './views.ts'

/**
 * Changes only the given fields, and records what they were before. Fails with `outdated` when the given version is not
 * the latest, and with `proof_needed` when the rules for logging in change without a recent proof of identity. A change that
 * changes nothing leaves the version as it is.
 */
export async function edit(
  kernel: Kernel,
  scope: Scope,
  { version, ...changes }: BodyOf<typeof editOrganization>,
): Promise<DescribedOrganization> {
  refuseEmptyNight(changes.settings?.quietHours)
  if (changes.settings?.security) await requireProof(kernel, scope, changes.settings.security)
  const isChanged = await scope.tx(async (tx) => {
    await lockOrganization(tx)
    const current = await describedOrganization(tx.db, tx.orgId)
    if (version !== undefined && version !== current.version) fail('outdated')
    const { name, timezone } = current.organization
    const { logo: used } = current.organization
    const logo = { light: used?.light.id ?? null, dark: used?.dark?.id ?? null }
    const state = { name, timezone, ...current.profile, settings: current.settings, logo }
    const changed = applyChanges(state, changes)
    const difference = differenceOf(state, changed)
    const fields = Object.keys(difference.after)
    if (fields.length === 0) return false
    if (fields.includes('settings.security')) await refuseLockout(tx, changed.settings.security)
    if (fields.includes(HOURS) && (await hoursManagerOf(tx.db, tx.orgId))) fail('managed_elsewhere')
    await refuseUnknownLogo(tx, changed.logo)
    await saveOrganization(tx, changed, withoutUndefined(changes.settings ?? {}))
    if (fields.includes(HOURS)) await forgetHoursManager(tx)
    tx.publish(OrganizationChanged, { fields })
    tx.audit('organization.changed', tx.orgId, { ...difference })
    return true
  })
  if (isChanged) forgetOrganization(kernel, scope.orgId)
  if (isChanged && changes.settings?.security) {
    const system = kernel.database.asSystem('the rules for logging in also apply to teammates who act in children')
    for (const id of [scope.orgId, ...(await childrenWithGrants(system, scope.orgId))]) announceRulesChange(kernel, id)
  }
  return describedOrganization(scope.db, scope.orgId)
}

/** An open page left alone must not be enough to change who can log in. */
async function requireProof(kernel: Kernel, scope: Scope, security: OrganizationSettings['security']): Promise<void> {
  const { security: current } = await settingsOf(scope.db, scope.orgId)
  if (isDeepStrictEqual(current, security) || scope.actor.kind !== 'member') return
  await recentProof.get()(kernel, scope.actor)
}

/** Who requires a second step must have one: the next request would lock them out of the settings. */
async function refuseLockout(tx: Tx, { secondStepBy }: OrganizationSettings['security']): Promise<void> {
  if (secondStepBy === null || (await hasSecondStep(tx.db, requireUserId(tx)))) return
  fail('invalid', {
    fieldErrors: {
      'settings.security.secondStepBy': msg({ message: 'Turn on two-step login for yourself first.' }),
    },
  })
}

/** Only uploaded logos of the organization itself are used. The store keeps them from being deleted meanwhile. */
async function refuseUnknownLogo(tx: Tx, logo: LogoIds): Promise<void> {
  if (logo.light === null && logo.dark !== null)
    fail('invalid', {
      fieldErrors: { 'logo.dark': msg({ message: 'Add a logo for light backgrounds first.' }) },
    })
  for (const [side, id] of Object.entries(logo)) {
    if (id === null || (await hasLogo(tx.db, tx.orgId, id))) continue
    fail('invalid', {
      fieldErrors: { [`logo.${side}`]: msg({ message: 'This logo is no longer available. Upload it again.' }) },
    })
  }
}

const WEEK_DAYS = 7

/** Equal start and end is ambiguous: it could mean no night or all day. Midnight twice means all day, for a weekday. */
function refuseEmptyNight(night: OrganizationSettings['quietHours'] | undefined): void {
  if (!night || night.mode === 'off') return
  const isEmpty = ({ start, end }: { start: string; end: string }) => start === end
  const days = Object.entries(night.days ?? {}).filter(([, hours]) => isEmpty(hours) && hours.start !== '00:00')
  const paths = [...(isEmpty(night) ? ['end'] : []), ...days.map(([day]) => `days.${day}.end`)]
  if (Object.values(night.days ?? {}).filter(isEmpty).length === WEEK_DAYS && paths.length === 0)
    fail('invalid', {
      fieldErrors: { 'settings.quietHours.end': msg({ message: 'Leave a day on which texts can be sent.' }) },
    })
  if (paths.length > 0)
    fail('invalid', {
      fieldErrors: Object.fromEntries(
        paths.map((path) => [
          `settings.quietHours.${path}`,
          msg({ message: 'The end must be different from the start.' }),
        ]),
      ),
    })
}
