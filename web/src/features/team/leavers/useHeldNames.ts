import { useLingui } from '@lingui/react/macro'
import type { Reply } from '../../../shared/api/from-contract.ts'

/** One line of what became of a thing. */
export type Handover = Reply<'memberHoldings'>['handovers'][number]

/** Returns the kinds of things that a member holds, in words. */
export function useHeldNames(): Record<Handover['kind'], string> {
  const { t } = useLingui()
  return {
    broadcasts: t`Scheduled and repeated broadcasts`,
    broadcastDrafts: t`Broadcast drafts`,
    forms: t`Forms`,
    optInPages: t`Opt-in pages`,
    celebrations: t`Celebrations`,
    apiKeys: t`API keys`,
    webhooks: t`Webhooks`,
    holds: t`Legal holds`,
    conversations: t`Conversations`,
    waitingTexts: t`Waiting texts`,
    drafts: t`Drafts`,
    membership: t`Membership`,
  }
}

/** Returns what became of a thing, in words. */
export function useOutcomeText(): (line: Handover) => string {
  const { t } = useLingui()
  return ({ outcome, to }) => {
    const name = to ?? ''
    const texts: Record<Handover['outcome'], string> = {
      left: t`Left the team`,
      handed_over: t`Taken over by ${name}`,
      unassigned: t`Became unassigned`,
      kept: t`Sent as planned`,
      canceled: t`Canceled`,
      deleted: t`Deleted`,
      revoked: t`Revoked`,
    }
    return texts[outcome]
  }
}
