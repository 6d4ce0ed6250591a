import type { Message } from '@crewline/contract/messages'
import { Trans, useLingui } from '@lingui/react/macro'
import { useContactQuery } from '../../contacts/index.ts'

/** Says that a text is never sent because its contact opted out. */
export function NotSentLine({ contactId }: Pick<Message, 'contactId'>) {
  const { t } = useLingui()
  const { data: contact } = useContactQuery(contactId)
  const name = contact?.firstname || t`This contact`
  return <Trans>Won't be sent: {name} opted out</Trans>
}
