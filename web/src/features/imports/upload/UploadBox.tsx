import { formatPercent } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, FileButton, Progress } from '@mantine/core'
import { IconAlertCircle, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { ACCEPTED } from './file-rules.ts'
import classes from '../Imports.module.css'
import { useDropAndPaste } from './useDropAndPaste.ts'
import { useUploadProblemText } from '../useImportWords.ts'
import type { Uploading } from './useUploading.ts'

function Problem({ problem }: { problem: NonNullable<Uploading['problem']> }) {
  const messageFor = useUploadProblemText()
  return (
    <div className={classes.problem} role="alert">
      <IconAlertCircle size={18} stroke={1.75} aria-hidden />
      <div>
        <bdi className={classes.problemName}>{problem.name}</bdi>
        <p>{messageFor(problem.code, problem.message)}</p>
      </div>
    </div>
  )
}

function Travelling({ name, share, onCancel }: { name: string; share: number; onCancel: () => void }) {
  const { t, i18n } = useLingui()
  const percent = formatPercent(share, i18n.locale)
  return (
    <div className={classes.travelling}>
      <p className={classes.dropTitle}>
        <bdi>{name}</bdi>
      </p>
      <Progress.Root size={8} w="100%">
        <Progress.Section value={share * 100} aria-label={t`Uploading ${name}`} />
      </Progress.Root>
      <p className={classes.quiet} role="status">
        {share < 1 ? <Trans>Uploading: {percent}</Trans> : <Trans>Reading file</Trans>}
      </p>
      <Button variant="default" onClick={onCancel} data-autofocus>
        <Trans>Cancel upload</Trans>
      </Button>
    </div>
  )
}

/** Accepts a contact file by drop, file dialog or paste; shows the upload progress and why a file was rejected. */
export function UploadBox({ uploading }: { uploading: Uploading }) {
  const { t } = useLingui()
  const { now, problem, take, takeText, cancel } = uploading
  const pastedName = t`Pasted table`
  const { isOver, props } = useDropAndPaste({ onFile: take, onText: (text) => takeText(text, `${pastedName}.tsv`) })
  return (
    <section className={classes.drop} data-over={isOver || undefined} aria-label={t`Choose a file`} {...props}>
      {problem && <Problem problem={problem} />}
      {now ? (
        <Travelling {...now} onCancel={cancel} />
      ) : (
        <>
          <IconFileSpreadsheet className={classes.dropIcon} size={32} stroke={1.75} aria-hidden />
          <p className={classes.dropTitle}>
            <span className={classes.byMouse}>
              <Trans>Drop a file here, or paste cells from a spreadsheet</Trans>
            </span>
            <span className={classes.byTouch}>
              <Trans>Import contacts from a file</Trans>
            </span>
          </p>
          <FileButton accept={ACCEPTED} onChange={(file) => file && take(file)}>
            {(button) => (
              <Button {...button} leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}>
                <Trans>Choose file</Trans>
              </Button>
            )}
          </FileButton>
          <p className={classes.quiet}>
            <Trans>.xlsx, .csv, .tsv, or .txt, up to 64 MB. Nothing is added until you review it.</Trans>
          </p>
        </>
      )}
    </section>
  )
}
