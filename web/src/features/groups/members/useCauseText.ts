import { useLingui } from '@lingui/react/macro'
import type { Reply } from '../../../shared/api/from-contract.ts'

type Why = Reply<'whyInGroup'>
type Change = Why['history'][number]

/** Returns functions that explain why a contact is in a group or not, and why they joined or left. */
export function useCauseText() {
  const { t } = useLingui()
  function because(reason: Why['because']): string {
    switch (reason) {
      case 'added':
        return t`A teammate added them manually.`
      case 'matches':
        return t`They match the group's rules.`
      case 'pinned':
        return t`Added manually. Always included, even without matching the rules.`
      case 'pinned_out':
        return t`Removed manually. Never included, even when matching the rules.`
      case 'no_match':
        return t`They don't match the group's rules.`
      case 'not_added':
        return t`No one added them.`
      case 'system':
        return t`Crewline manages this group.`
    }
  }
  function joined(cause: Change['cause'], by: string | null): string {
    if (cause === 'rules') return t`Added by the rules`
    if (cause === 'import') return t`Added by an import`
    if (cause === 'copy') return by ? t`Copied here by ${by}` : t`Copied here`
    if (cause === 'merge') return t`Added by a merge`
    if (cause === 'sync') return t`Added by a sync`
    if (cause === 'page') return t`Joined on an opt-in page`
    return by ? t`Added by ${by}` : t`Added`
  }
  function left(cause: Change['cause'], by: string | null): string {
    if (cause === 'rules') return t`Removed by the rules`
    if (cause === 'import') return t`Removed by an import`
    if (cause === 'merge') return t`Removed by a merge`
    if (cause === 'sync') return t`Removed by a sync`
    return by ? t`Removed by ${by}` : t`Removed`
  }
  return {
    because,
    change: (change: Change['change'], cause: Change['cause'], by: string | null) =>
      change === 'joined' ? joined(cause, by) : left(cause, by),
  }
}
