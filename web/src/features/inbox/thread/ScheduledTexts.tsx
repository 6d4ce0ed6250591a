import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useCan } from '../../../shared/lib/session/select.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useDue } from '../../../shared/ui/text/useDue.ts'
import { useCancelOneMutation, useScheduledQuery } from '../state/related-api.ts'
import classes from '../panel/ContactPanel.module.css'

/** Lists the scheduled messages to a contact, each with a cancel button; absent while there are none. */
export function ScheduledTexts({ contactId }: { contactId: string }) {
  const { t } = useLingui()
  const due = useDue()
  const canReply = useCan('inbox.reply')
  const { currentData = [] } = useScheduledQuery(contactId)
  const [cancel, { isLoading }] = useCancelOneMutation()
  const messageFor = useErrorText()
  async function cancelOne(messageId: string): Promise<void> {
    const { error } = await cancel({ contactId, messageId })
    if (error) toast.failed(error, { title: t`Couldn't cancel this text`, message: messageFor(error) })
  }
  if (currentData.length === 0) return null
  return (
    <section className={classes.part}>
      <h2>
        <Trans>Scheduled texts</Trans>
      </h2>
      <ul className={classes.texts}>
        {currentData.map(({ message }) => (
          <li key={message.id}>
            <p dir="auto">{message.body}</p>
            <span>
              {message.dueAt && <time dateTime={message.dueAt}>{due(message.dueAt, message.dueZone)}</time>}
              {canReply && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  color="gray"
                  disabled={isLoading}
                  aria-label={t`Cancel text: ${message.body}`}
                  onClick={() => void cancelOne(message.id)}
                >
                  <Trans>Cancel</Trans>
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
