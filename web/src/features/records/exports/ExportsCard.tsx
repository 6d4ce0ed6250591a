import { formatNumber } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Progress } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { useState } from 'react'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { RecordDrawer } from '../../../shared/ui/overlay/RecordDrawer.tsx'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import entries from '../../../shared/ui/settings/EntryList.module.css'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { isNotProven, useProof } from '../../accounts/index.ts'
import { useRecordExportLinkMutation, useRecordExportsQuery, type RecordExport } from '../api.ts'
import classes from '../Records.module.css'
import { ExportForm } from './ExportForm.tsx'
import { useChoiceText } from './useChoiceText.ts'

/** Exports of many conversations: start one, follow it, download it. */
export function ExportsCard() {
  const { t } = useLingui()
  const { data, isError, refetch } = useRecordExportsQuery()
  const [isStarting, setStarting] = useState(false)
  return (
    <SettingsCard
      id="record-exports"
      title={t`Exports of records`}
      text={t`Many conversations as one file, signed so that any later change shows.`}
      state={
        <Button size="compact-sm" variant="default" onClick={() => setStarting(true)}>
          <Trans>New export</Trans>
        </Button>
      }
    >
      {isError && !data && <StatePanel kind="error" compact onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonRows count={2} />}
      {data?.length === 0 && (
        <StatePanel
          kind="firstUse"
          icon={IconFileZip}
          title={t`No exports yet`}
          text={t`Export what a court, an agency or your lawyers ask for.`}
          compact
        />
      )}
      {data && data.length > 0 && (
        <ul className={entries.list} aria-label={t`Exports of records`}>
          {data.map((one) => (
            <ExportEntry key={one.id} entry={one} />
          ))}
        </ul>
      )}
      <RecordDrawer isOpen={isStarting} onClose={() => setStarting(false)} title={t`New export of records`}>
        <ExportForm onClose={() => setStarting(false)} />
      </RecordDrawer>
    </SettingsCard>
  )
}

function ExportEntry({ entry }: { entry: RecordExport }) {
  const { t, i18n } = useLingui()
  const { title, state, done, conversations, files, root } = entry
  const choice = useChoiceText()(entry.chosen)
  const isRunning = state === 'running'
  const states = {
    running: t`Writing…`,
    ready: t`Ready`,
    failed: t`Stopped by an error`,
    expired: t`Expired`,
  }
  const [part, all] = [formatNumber(done, i18n.locale), formatNumber(conversations, i18n.locale)]
  return (
    <li className={entries.entry}>
      <div className={entries.about}>
        <span className={entries.name}>
          <bdi>{title}</bdi>
          <span className={entries.quiet}>
            {states[state]}
            {' · '}
            <RelativeTime at={entry.createdAt} />
            {' · '}
            <bdi>{entry.createdBy}</bdi>
          </span>
        </span>
        {isRunning ? (
          <>
            <p className={classes.help}>{t`${part} of ${all} conversations`}</p>
            <Progress value={conversations ? (done / conversations) * 100 : 0} aria-label={states.running} size="sm" />
          </>
        ) : (
          <p className={classes.help}>
            <Plural value={conversations} one="# conversation" other="# conversations" />
            {files > 0 && (
              <>
                {' · '}
                <Plural value={files} one="# file" other="# files" />
              </>
            )}
          </p>
        )}
        {choice && (
          <p className={classes.help}>
            <bdi>{choice}</bdi>
          </p>
        )}
        {root && (
          <p className={classes.hash}>
            <Trans>Root hash</Trans> <code dir="ltr">{root}</code>
          </p>
        )}
      </div>
      {state === 'ready' && <DownloadButton entry={entry} />}
    </li>
  )
}

function DownloadButton({ entry }: { entry: RecordExport }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [link, { isLoading }] = useRecordExportLinkMutation()
  const { proven, dialog } = useProof()
  const { title } = entry
  async function open(): Promise<void> {
    const { data, error } = await proven(() => link(entry.id))
    if (data) window.location.assign(data.url)
    else if (!isNotProven(error)) toast.failed(error, { title: t`Couldn't download`, message: messageFor(error) })
  }
  return (
    <>
      {dialog}
      <Button
        size="xs"
        variant="default"
        loading={isLoading}
        onClick={() => void open()}
        aria-label={t`Download ${title}`}
      >
        <Trans>Download</Trans>
      </Button>
    </>
  )
}
