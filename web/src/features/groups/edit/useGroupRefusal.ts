import { useLingui } from '@lingui/react/macro'
import { isRefusal } from '../../../shared/api/send.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'

/** Returns a function that explains in the user's language why a request about a group was rejected. */
export function useGroupRefusal(): (error: unknown) => string {
  const { t } = useLingui()
  const describeError = useErrorText()
  return (error) => {
    switch (isRefusal(error) ? error.code : '') {
      case 'group_cycle':
        return t`These rules use a group that depends on this one. Remove that group from the rules.`
      case 'managed_elsewhere':
        return t`This group is managed somewhere else. Change it there.`
      case 'same_group':
        return t`Choose another group.`
      case 'group_has_rules':
        return t`Smart groups are filled by rules. Choose a manual group.`
      case 'too_many':
        return t`You've reached the group limit. Delete one first.`
      case 'name_taken':
        return t`This name is already taken. Choose another one.`
      case 'invalid':
        return t`One of the conditions can't be used. Check the rules.`
      default:
        return describeError(error)
    }
  }
}
