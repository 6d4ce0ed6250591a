import type { CelebrationKind, CelebrationObstacle } from '@crewline/contract/celebrations'
import { useLingui } from '@lingui/react/macro'

/** The languages that a celebration can be written in. */
export { flowLanguages as LANGUAGES } from '@crewline/contract/flow-languages'

/** Returns the names of what celebrations are made of. */
export function useCelebrationNames() {
  const { t } = useLingui()
  const kind: Record<CelebrationKind, string> = {
    birthday: t`Birthday`,
    anniversary: t`Work anniversary`,
    date: t`Date in a field`,
  }
  const obstacle: Record<CelebrationObstacle, string> = {
    terminated: t`No longer employed`,
    blocked: t`Blocked`,
    no_mobile: t`No mobile`,
    opted_out: t`Opted out`,
    landline: t`Landline`,
    not_in_use: t`Not in service`,
    wrong_person: t`Wrong person`,
    no_line: t`No number to text from`,
    spending_cap: t`Spending cap reached`,
  }
  return { kind, obstacle }
}
