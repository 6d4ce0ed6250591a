import type { ChatEvent, ChatKind, ChatProblem } from '@crewline/contract/integrations'
import { useLingui } from '@lingui/react/macro'

/** Names services, events and problems in plain words. */
export function useChatText() {
  const { t } = useLingui()
  const services: Record<ChatKind, string> = { slack: 'Slack', teams: 'Microsoft Teams' }
  const events: Record<ChatEvent, string> = {
    'reply.overdue': t`A text waits too long for a reply`,
    'voicemail.left': t`New voicemail`,
    'broadcast.finished': t`Broadcast finished`,
    'broadcast.problem': t`Broadcast paused or failed, for example after many opt-outs`,
    'broadcast.approval': t`Broadcast needs an approval`,
    'hr.attention': t`HR sync failed or asks`,
    'billing.notice': t`Usage and billing`,
  }
  return {
    services,
    events,
    /** Why the last attempt did not arrive. */
    problemOf: (problem: ChatProblem, kind: ChatKind): string => {
      const service = services[kind]
      const problems: Record<ChatProblem, string> = {
        gone: t`${service} says this webhook no longer works. Create a new one and paste its URL.`,
        refused: t`${service} refused the post.`,
        limited: t`${service} asked us to slow down. We'll try again.`,
        down: t`We couldn't reach ${service}. We'll try again.`,
        address_refused: t`The address isn't on the public internet.`,
      }
      return problems[problem]
    },
  }
}
