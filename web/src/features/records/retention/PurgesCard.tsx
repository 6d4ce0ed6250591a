import { formatNumber } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconFileCertificate } from '@tabler/icons-react'
import { call } from '../../../shared/api/from-contract.ts'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import entries from '../../../shared/ui/settings/EntryList.module.css'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import { useRetentionQuery, type RetentionRun } from '../api.ts'
import classes from '../Records.module.css'
import { useClassNames } from '../useClassNames.ts'
import { useSaveFile } from '../../../shared/ui/toast/useSaveFile.ts'

/** What was deleted because its period was over, with a certificate for each deletion. */
export function PurgesCard() {
  const { t } = useLingui()
  const { data } = useRetentionQuery()
  if (!data) return null
  return (
    <SettingsCard
      id="purges"
      title={t`Deletions`}
      text={t`What was deleted because its period was over, with a certificate.`}
    >
      {data.runs.length === 0 ? (
        <StatePanel
          kind="firstUse"
          icon={IconFileCertificate}
          title={t`Nothing deleted yet`}
          text={t`Each night that deletes something appears here.`}
          compact
        />
      ) : (
        <ul className={entries.list} aria-label={t`Deletions`}>
          {data.runs.map((run) => (
            <PurgeEntry key={run.id} run={run} />
          ))}
        </ul>
      )}
    </SettingsCard>
  )
}

function PurgeEntry({ run }: { run: RetentionRun }) {
  const { t, i18n } = useLingui()
  const names = useClassNames()
  const { isSaving, save } = useSaveFile()
  const states = { running: t`Deleting…`, done: t`Deleted`, failed: t`Stopped by an error` }
  const counts = run.counts.map(({ class: name, deleted, held }) => {
    const number = formatNumber(deleted, i18n.locale)
    const kept = formatNumber(held, i18n.locale)
    return held > 0 ? t`${names[name].name}: ${number} (${kept} kept)` : `${names[name].name}: ${number}`
  })
  return (
    <li className={entries.entry}>
      <div className={entries.about}>
        <span className={entries.name}>
          {states[run.state]}
          <span className={entries.quiet}>
            <RelativeTime at={run.startedAt} />
          </span>
        </span>
        <p className={classes.help}>{counts.join(' · ')}</p>
      </div>
      {run.state === 'done' && (
        <Button
          size="xs"
          variant="default"
          loading={isSaving}
          onClick={() =>
            void save(
              call('purgeCertificate', { params: { id: run.id } }),
              `certificate-${run.startedAt.slice(0, 10)}.pdf`,
            )
          }
        >
          <Trans>Certificate</Trans>
        </Button>
      )}
    </li>
  )
}
