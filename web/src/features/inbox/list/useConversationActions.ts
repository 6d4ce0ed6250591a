import type { Teammate } from '@crewline/contract/conversations'
import type { Conversation } from '@crewline/contract/inbox'
import type { Tag } from '@crewline/contract/tags'
import { useLingui } from '@lingui/react/macro'
import { useSession } from '../../../shared/lib/session/select.ts'
import { fullName } from '../../../shared/lib/session/state.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useAssignMutation, useMuteMutation, useTagOneMutation } from '../state/actions-api.ts'

/** The actions on one conversation other than archive, snooze and read. */
export interface ConversationActions {
  assign: (assignee: Teammate | null) => Promise<void>
  tag: (tag: Tag, isOn: boolean) => Promise<void>
  mute: (muted: boolean) => Promise<void>
}

/** Runs actions on one conversation optimistically; when the server refuses, reverts them and shows a message. */
export function useConversationActions(row: Conversation | undefined): ConversationActions {
  const { t } = useLingui()
  const me = useSession(({ auth }) => auth.user?.id)
  const messageFor = useErrorText()
  const [assignTo] = useAssignMutation()
  const [tagWith] = useTagOneMutation()
  const [setMuted] = useMuteMutation()
  const showError = (error: unknown) => {
    if (error) toast.failed(error, { title: t`Couldn't save this change`, message: messageFor(error) })
  }

  return {
    async assign(assignee) {
      if (!row) return
      // Claiming an unassigned conversation must not take it from a teammate who was faster.
      const claim = assignee?.userId === me && row.shared.assignee === null
      const { error } = await assignTo({ row, assignee, claim })
      showError(error)
    },
    async tag(tag, isOn) {
      if (!row) return
      const { error } = await tagWith({ row, tag, isOn })
      showError(error)
    },
    async mute(muted) {
      if (!row) return
      const { error } = await setMuted({ row, muted })
      const name = fullName(row.contact) || row.contact.phoneDisplay || ''
      if (error) showError(error)
      else
        toast.inApp({
          type: 'info',
          message: muted ? t`Notifications muted for ${name}.` : t`Notifications unmuted for ${name}.`,
        })
    },
  }
}
