import type { Conversation, Teammate } from '@crewline/contract/inbox'
import type { Tag } from '@crewline/contract/tags'
import { useLingui } from '@lingui/react/macro'
import { isRefusal } from '../../shared/api/send.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { toast } from '../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useAssignMutation, useMuteMutation, useTagOneMutation } from './acts-api.ts'

/** What may be done with one conversation beside archiving, snoozing and reading. */
export interface RowActs {
  assign: (assignee: Teammate | null) => Promise<void>
  tag: (tag: Tag, isOn: boolean) => Promise<void>
  mute: (muted: boolean) => Promise<void>
}

/** Acts on one conversation, shown at once and taken back with words when the server refuses. */
export function useRowActs(row: Conversation | undefined): RowActs {
  const { t } = useLingui()
  const me = useSession(({ auth }) => auth.user?.id)
  const wordsFor = useRefusalWords()
  const [assignTo] = useAssignMutation()
  const [tagWith] = useTagOneMutation()
  const [setMuted] = useMuteMutation()
  const tell = (error: unknown) => {
    const hasOwnWords = isRefusal(error) && error.notification !== undefined
    if (error && !hasOwnWords) toast.api({ title: t`This was not changed`, message: wordsFor(error) }, 'ERROR')
  }

  return {
    async assign(assignee) {
      if (!row) return
      // Taking what nobody has must not take it from who was faster.
      const claim = assignee?.userId === me && row.shared.assignee === null
      const { error } = await assignTo({ row, assignee, claim })
      tell(error)
    },
    async tag(tag, isOn) {
      if (!row) return
      const { error } = await tagWith({ row, tag, isOn })
      tell(error)
    },
    async mute(muted) {
      if (!row) return
      const { error } = await setMuted({ row, muted })
      const name = fullName(row.contact) || row.contact.phoneDisplay || ''
      if (error) tell(error)
      else
        toast.inApp({
          type: 'info',
          message: muted ? t`No sound and no toast for ${name}.` : t`You hear of ${name} again.`,
        })
    },
  }
}
