import { useLingui } from '@lingui/react/macro'
import { isRefusal } from '../../shared/api/send.ts'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'

/** Says in plain words, in the reader's language, why something with a group was refused. */
export function useGroupRefusal(): (error: unknown) => string {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  return (error) => {
    switch (isRefusal(error) ? error.code : '') {
      case 'group_cycle':
        return t`These rules ask for a group that asks for this one. Take that group out.`
      case 'managed_elsewhere':
        return t`This group is kept elsewhere. Change it there.`
      case 'same_group':
        return t`Choose another group.`
      case 'group_has_rules':
        return t`A smart group fills itself. Choose a manual one.`
      case 'too_many':
        return t`You have as many groups as you can keep. Delete one first.`
      case 'name_taken':
        return t`This name is taken. Choose another.`
      case 'invalid':
        return t`A rule cannot be used. Check the rules.`
      default:
        return wordsFor(error)
    }
  }
}
