import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Collapse, SegmentedControl, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconListDetails } from '@tabler/icons-react'
import { useState } from 'react'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import entries from '../../shared/ui/settings/EntryList.module.css'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import {
  useReplayDeliveryMutation,
  useTestWebhookMutation,
  useWebhookDeliveriesQuery,
  useWebhookDeliveryQuery,
  type Delivery,
  type Webhook,
} from './api.ts'
import { useWebhookText } from './useWebhookText.ts'
import classes from './Webhooks.module.css'

const PAGE = 25
const MOST = 200
/** While something waits, the log is read again this often, in ms. */
const REFRESH_MS = 2000

type Shown = 'all' | Delivery['state']

/** What was sent to one webhook in the last 14 days, and what became of it. */
export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { states } = useWebhookText()
  const [shown, setShown] = useState<Shown>('all')
  const [count, setCount] = useState(PAGE)
  const [openId, setOpenId] = useState<string>()
  const [hasWaiting, setHasWaiting] = useState(false)
  const query = { id: webhook.id, pageSize: count, ...(shown === 'all' ? {} : { state: shown }) }
  const { data, isError, error, refetch } = useWebhookDeliveriesQuery(query, {
    refetchOnMountOrArgChange: true,
    pollingInterval: hasWaiting ? REFRESH_MS : 0,
  })
  const [send, { isLoading }] = useTestWebhookMutation()
  const waits = data?.data.some(({ state }) => state === 'waiting') ?? false
  if (waits !== hasWaiting) setHasWaiting(waits)

  async function sendTest(): Promise<void> {
    const { error } = await send(webhook.id)
    if (error) toast.failed(error, { title: t`Couldn't send a test event`, message: messageFor(error) })
  }

  return (
    <>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t`Show`}
          value={shown}
          onChange={(value) => setShown(value)}
          data={[
            { value: 'all', label: t`All` },
            { value: 'delivered', label: states.delivered },
            { value: 'waiting', label: states.waiting },
            { value: 'failed', label: states.failed },
          ]}
        />
        <Button size="compact-sm" variant="default" loading={isLoading} onClick={() => void sendTest()}>
          <Trans>Send test event</Trans>
        </Button>
      </div>
      {isError && !data && <StatePanel kind="error" error={error} compact onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonRows count={4} />}
      {data?.data.length === 0 && (
        <StatePanel
          kind={shown === 'all' ? 'firstUse' : 'noMatch'}
          icon={IconListDetails}
          title={shown === 'all' ? t`Nothing sent yet` : t`No events with this status`}
          text={t`Events of the last 14 days are listed here.`}
          compact
        />
      )}
      {data && data.data.length > 0 && (
        <ul className={entries.list}>
          {data.data.map((delivery) => (
            <DeliveryEntry
              key={delivery.id}
              delivery={delivery}
              isOpen={delivery.id === openId}
              onToggle={() => setOpenId(delivery.id === openId ? undefined : delivery.id)}
            />
          ))}
        </ul>
      )}
      {data?.nextCursor && count < MOST && (
        <Button variant="default" fullWidth onClick={() => setCount(Math.min(count + PAGE * 3, MOST))}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  )
}

interface DeliveryEntryProps {
  delivery: Delivery
  isOpen: boolean
  onToggle: () => void
}

/** One event: what it was and what the receiver answered; opens to its content and attempts. */
function DeliveryEntry({ delivery, isOpen, onToggle }: DeliveryEntryProps) {
  const { events, states, outcome } = useWebhookText()
  const { type, state, attempts, nextAt, lastHttp, lastFailure, createdAt } = delivery
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li>
      <UnstyledButton className={classes.row} aria-expanded={isOpen} onClick={onToggle}>
        <Chevron size={16} stroke={1.75} aria-hidden className="mantine-rotate-rtl" />
        <span className={entries.about}>
          <span className={entries.name}>
            {events[type]}
            <span className={entries.quiet}>{states[state]}</span>
          </span>
          <span className={entries.words}>
            <RelativeTime at={createdAt} />
            {attempts > 0 && (
              <>
                {' · '}
                {outcome(lastHttp, lastFailure)}
              </>
            )}
            {state === 'waiting' && attempts > 0 && nextAt && (
              <>
                {' · '}
                <Trans>
                  Next attempt <RelativeTime at={nextAt} />
                </Trans>
              </>
            )}
          </span>
        </span>
      </UnstyledButton>
      <Collapse expanded={isOpen}>{isOpen && <DeliveryDetail delivery={delivery} />}</Collapse>
    </li>
  )
}

function DeliveryDetail({ delivery: { id, webhookId, attempts } }: { delivery: Delivery }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { outcome } = useWebhookText()
  // Read again with each attempt.
  const { data, isError, error, refetch } = useWebhookDeliveryQuery(id, { refetchOnMountOrArgChange: attempts > 0 })
  const [replay, { isLoading }] = useReplayDeliveryMutation()

  async function again(): Promise<void> {
    const { error } = await replay({ id, webhookId })
    if (error) toast.failed(error, { title: t`Couldn't send it again`, message: messageFor(error) })
  }

  if (isError) return <StatePanel kind="error" error={error} compact onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={2} />
  return (
    <div className={classes.form}>
      <div>
        <p className={classes.heading}>
          <Trans>Sent</Trans>
        </p>
        {data.body === '' ? (
          <p className={classes.plain}>
            <Trans>The contact was erased.</Trans>
          </p>
        ) : (
          // Focusable, so that the keyboard can scroll it.
          <pre className={classes.code} tabIndex={0} aria-label={t`Content`}>
            {pretty(data.body)}
          </pre>
        )}
      </div>
      {data.log.map(({ at, ms, http, failure, response }) => (
        <div key={at}>
          <p className={classes.heading}>
            <RelativeTime at={at} /> · {outcome(http, failure)} · {t`${ms} ms`}
          </p>
          {response !== '' && (
            // Focusable for the same reason.
            <pre className={classes.code} tabIndex={0} aria-label={t`Response`}>
              {response}
            </pre>
          )}
        </div>
      ))}
      {data.body !== '' && (
        <div className={classes.buttons}>
          <Button variant="default" size="compact-sm" loading={isLoading} onClick={() => void again()}>
            <Trans>Send again</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}

function pretty(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2)
}
