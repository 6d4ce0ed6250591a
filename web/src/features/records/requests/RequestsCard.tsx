import { formatDay } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button, Group } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { isNotProven, useProof } from '../../accounts/index.ts'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { RecordDrawer } from '../../../shared/ui/overlay/RecordDrawer.tsx'
import entries from '../../../shared/ui/settings/EntryList.module.css'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import {
  usePackageSubjectMutation,
  useRecordExportLinkMutation,
  useSubjectRequestsQuery,
  type SubjectRequest,
} from '../api.ts'
import classes from '../Records.module.css'
import { CloseDialog } from './CloseDialog.tsx'
import { RequestForm } from './RequestForm.tsx'

/** The log of requests about data: who asked, until when, and what was done. */
export function RequestsCard() {
  const { t } = useLingui()
  const { data, isError, refetch } = useSubjectRequestsQuery()
  const [params, setParams] = useSearchParams()
  const contactId = params.get('request')
  const [isAdding, setAdding] = useState(contactId !== null)
  const [closing, setClosing] = useState<SubjectRequest>()

  function close(): void {
    setAdding(false)
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete('request')
        return next
      },
      { replace: true },
    )
  }

  return (
    <SettingsCard
      id="subject-requests"
      title={t`Requests about data`}
      text={t`When a person asks for their data, or to be erased, log it here and answer by the due date.`}
      state={
        <Button size="compact-sm" variant="default" onClick={() => setAdding(true)}>
          <Trans>Log a request</Trans>
        </Button>
      }
    >
      {isError && !data && <StatePanel kind="error" compact onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonRows count={2} />}
      {data?.length === 0 && (
        <StatePanel
          kind="firstUse"
          icon={IconUserQuestion}
          title={t`No requests`}
          text={t`Start one here or from a contact.`}
          compact
        />
      )}
      {data && data.length > 0 && (
        <ul className={entries.list} aria-label={t`Requests about data`}>
          {data.map((request) => (
            <RequestEntry key={request.id} request={request} onClose={() => setClosing(request)} />
          ))}
        </ul>
      )}
      <RecordDrawer isOpen={isAdding} onClose={close} title={t`Log a request about data`}>
        <RequestForm onClose={close} {...(contactId !== null && { contactId })} />
      </RecordDrawer>
      {closing && <CloseDialog request={closing} onClose={() => setClosing(undefined)} />}
    </SettingsCard>
  )
}

function useStateText(): (request: SubjectRequest) => { text: string; color: string } {
  const { t } = useLingui()
  return ({ state, dueOn }) => {
    const isLate = state === 'open' && Date.parse(`${dueOn}T23:59:59`) < Date.now()
    if (isLate) return { text: t`Overdue`, color: 'red' }
    const texts: Record<SubjectRequest['state'], { text: string; color: string }> = {
      open: { text: t({ message: 'Open', context: 'request' }), color: 'yellow' },
      fulfilled: { text: t`Fulfilled`, color: 'green' },
      erased: { text: t({ message: 'Erased', context: 'request' }), color: 'gray' },
      refused: { text: t({ message: 'Refused', context: 'request' }), color: 'gray' },
    }
    return texts[state]
  }
}

function RequestEntry({ request, onClose }: { request: SubjectRequest; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const stateText = useStateText()
  const { name, kind, askedBy, askedOn, dueOn, state, reason, closedBy } = request
  const { text, color } = stateText(request)
  const due = formatDay(dueOn, 'date', i18n.locale)
  const asked = formatDay(askedOn, 'date', i18n.locale)
  return (
    <li className={entries.entry}>
      <div className={entries.about}>
        <span className={entries.name}>
          {name === '' ? t`Erased person` : <bdi translate="no">{name}</bdi>}
          <Badge size="sm" variant="light" color={color}>
            {text}
          </Badge>
          <span className={entries.quiet}>{kind === 'access' ? t`Wants their data` : t`Wants to be erased`}</span>
        </span>
        <p className={classes.help}>
          {state === 'open' ? t`Asked on ${asked}, due on ${due}` : t`Asked on ${asked}`}
          {askedBy !== '' && (
            <>
              {' · '}
              <bdi translate="no">{askedBy}</bdi>
            </>
          )}
        </p>
        {(reason !== '' || closedBy) && (
          <p className={classes.help}>
            {reason !== '' && <bdi translate="no">{reason}</bdi>}
            {reason !== '' && closedBy && ' · '}
            {closedBy && <bdi translate="no">{closedBy}</bdi>}
          </p>
        )}
      </div>
      {state === 'open' && <RequestActions request={request} onClose={onClose} />}
    </li>
  )
}

function RequestActions({ request, onClose }: { request: SubjectRequest; onClose: () => void }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [pack, { isLoading }] = usePackageSubjectMutation()
  const [open, { isLoading: isOpening }] = useRecordExportLinkMutation()
  const { proven, dialog } = useProof()
  const isReady = request.package?.state === 'ready'
  const isRunning = request.package?.state === 'running'

  async function act(): Promise<void> {
    if (isReady && request.package) {
      const { exportId } = request.package
      const { data, error } = await proven(() => open(exportId))
      if (data) return location.assign(data.url)
      if (!isNotProven(error)) toast.inApp({ type: 'error', message: messageFor(error) })
      return
    }
    const { error } = await proven(() => pack(request.id))
    if (error && !isNotProven(error)) toast.inApp({ type: 'error', message: messageFor(error) })
  }

  return (
    <Group gap="xs" wrap="nowrap">
      {dialog}
      <Button size="xs" variant="default" loading={isLoading || isOpening || isRunning} onClick={() => void act()}>
        {isReady ? t`Download package` : t`Make package`}
      </Button>
      <Button size="xs" variant="default" onClick={onClose}>
        <Trans>Close…</Trans>
      </Button>
    </Group>
  )
}
