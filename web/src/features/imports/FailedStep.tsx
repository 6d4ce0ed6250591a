import type { Import } from '@crewline/contract/imports'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconAlertCircle } from '@tabler/icons-react'
import classes from './Imports.module.css'
import { StepHead } from './StepHead.tsx'
import { UndoImport } from './UndoImport.tsx'
import { UploadBox } from './UploadBox.tsx'
import { useResultWords } from './useImportWords.ts'
import { useUploading } from './useUploading.ts'

/** A file that could not be read or brought in: why, what to do, and where to choose another. */
export function FailedStep({ one }: { one: Import }) {
  const { t } = useLingui()
  const uploading = useUploading()
  const words = useResultWords()
  return (
    <div className={classes.start}>
      <StepHead title={one.result ? t`The import stopped` : t`We could not read this file`}>
        {one.result && words(one.result)}
      </StepHead>
      <div className={classes.problem} role="alert">
        <IconAlertCircle size={18} stroke={1.75} aria-hidden />
        <div>
          <bdi className={classes.problemName}>{one.fileName}</bdi>
          <p>{one.problem ?? <Trans>Save it as .csv or .xlsx, then choose it again.</Trans>}</p>
        </div>
      </div>
      {one.result ? (
        <div>
          <UndoImport one={one} />
        </div>
      ) : (
        <UploadBox uploading={uploading} />
      )}
    </div>
  )
}
