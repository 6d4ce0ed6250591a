import { formatDate } from '@crewline/contract/formats'
import { verifyRecords, type RecordVerdict } from '@crewline/contract/verify-records'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, FileButton } from '@mantine/core'
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { useRecordKeyQuery } from '../api.ts'
import classes from '../Records.module.css'
import { useChoiceText } from './useChoiceText.ts'
import { useProblemText } from './useProblemText.ts'

/** Problems that are listed; an export that someone replaced may have thousands. */
const shownMax = 20

/** Checks an export in the browser: the file is sent nowhere. */
export function VerifyCard() {
  const { t } = useLingui()
  const { data: key } = useRecordKeyQuery()
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<{ name: string; verdict: RecordVerdict | undefined }>()
  async function check(file: File | null): Promise<void> {
    if (!file) return
    setBusy(true)
    setResult(undefined)
    try {
      const verdict = await verifyRecords(new Uint8Array(await file.arrayBuffer()), key?.publicKey)
      setResult({ name: file.name, verdict })
    } catch {
      // Too large for the memory of the browser, or changed or removed since it was chosen.
      setResult({ name: file.name, verdict: undefined })
    } finally {
      setBusy(false)
    }
  }
  return (
    <SettingsCard
      id="verify-export"
      title={t`Check an export`}
      text={t`Compares every file with the signed manifest. It runs in your browser; the export is sent nowhere.`}
      state={
        <FileButton onChange={(file) => void check(file)} accept=".zip,application/zip">
          {(props) => (
            <Button {...props} size="compact-sm" variant="default" loading={isBusy} disabled={!key}>
              <Trans>Choose a file</Trans>
            </Button>
          )}
        </FileButton>
      }
    >
      <div role="status">{result && <Verdict {...result} />}</div>
      {key && (
        <p className={classes.hash}>
          <Trans>Public key of this installation</Trans> <code dir="ltr">{key.publicKey}</code>
        </p>
      )}
    </SettingsCard>
  )
}

function Verdict({ name, verdict }: { name: string; verdict: RecordVerdict | undefined }) {
  const { t, i18n } = useLingui()
  const describe = useProblemText()
  const choiceOf = useChoiceText()
  if (!verdict)
    return (
      <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t`${name} couldn't be checked`}>
        <Trans>The file can't be read. If it's very large, use the command.</Trans>
      </Alert>
    )
  const { isIntact, problems, manifest } = verdict
  if (isIntact && manifest) {
    const { title, organization, createdBy } = manifest
    const choice = manifest.people && choiceOf(manifest.people)
    const day = formatDate(manifest.createdAt, 'dateTime', i18n.locale)
    return (
      <Alert color="green" icon={<IconShieldCheck aria-hidden />} title={t`${name} is intact`}>
        <bdi>{title}</bdi>
        {' · '}
        <bdi>{organization}</bdi>
        {' · '}
        <bdi>{createdBy}</bdi>
        {' · '}
        {day}
        {' · '}
        <Plural value={manifest.files.length} one="# file" other="# files" />
        {choice && (
          <p className={classes.plain}>
            <bdi>{choice}</bdi>
          </p>
        )}
      </Alert>
    )
  }
  if (problems.every(({ code }) => code === 'unsupported'))
    return (
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t`${name} couldn't be checked`}>
        {problems.map(describe)}
      </Alert>
    )
  const more = problems.length - shownMax
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t`${name} is not as it was written`}>
      <ul className={classes.problems}>
        {problems.slice(0, shownMax).map((problem, nth) => (
          <li key={nth}>{describe(problem)}</li>
        ))}
      </ul>
      {more > 0 && <Plural value={more} one="and # more" other="and # more" />}
    </Alert>
  )
}
