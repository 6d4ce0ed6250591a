import { useLingui } from '@lingui/react/macro'
import type { Reply } from '../../shared/api/from-contract.ts'

type Why = Reply<'whyInGroup'>
type Change = Why['history'][number]

/** Says in words why somebody is in a group or is not, and how each coming and going came about. */
export function useCauseWords() {
  const { t } = useLingui()
  function because(reason: Why['because']): string {
    switch (reason) {
      case 'added':
        return t`Somebody added them by hand.`
      case 'matches':
        return t`The rules match.`
      case 'pinned':
        return t`Pinned: always in, whatever the rules say.`
      case 'pinned_out':
        return t`Taken out by hand: never in, whatever the rules say.`
      case 'no_match':
        return t`The rules do not match.`
      case 'not_added':
        return t`Nobody added them.`
      case 'system':
        return t`Crewline keeps this group.`
    }
  }
  function joined(cause: Change['cause'], by: string | null): string {
    if (cause === 'rules') return t`Joined by the rules`
    if (cause === 'import') return t`Joined with an import`
    if (cause === 'copy') return by ? t`Copied here by ${by}` : t`Copied here`
    if (cause === 'merge') return t`Joined by a merge`
    if (cause === 'sync') return t`Joined by a sync`
    return by ? t`Added by ${by}` : t`Added`
  }
  function left(cause: Change['cause'], by: string | null): string {
    if (cause === 'rules') return t`Left by the rules`
    if (cause === 'import') return t`Left with an import`
    if (cause === 'merge') return t`Left by a merge`
    if (cause === 'sync') return t`Left by a sync`
    return by ? t`Removed by ${by}` : t`Removed`
  }
  return {
    because,
    change: (change: Change['change'], cause: Change['cause'], by: string | null) =>
      change === 'joined' ? joined(cause, by) : left(cause, by),
  }
}
