import type { Import } from '@crewline/contract/imports'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconAlertCircle } from '@tabler/icons-react'
import classes from '../Imports.module.css'
import { StepHeader } from './StepHeader.tsx'
import { UndoImport } from './UndoImport.tsx'
import { UploadBox } from '../upload/UploadBox.tsx'
import { useImportResultText } from '../useImportWords.ts'
import { useUploading } from '../upload/useUploading.ts'

/** Explains why a file could not be read or imported, what to do, and where to choose another. */
export function FailedStep({ contactImport: one }: { contactImport: Import }) {
  const { t } = useLingui()
  const uploading = useUploading()
  const resultText = useImportResultText()
  return (
    <div className={classes.start}>
      <StepHeader title={one.result ? t`The import stopped` : t`Couldn't read this file`}>
        {one.result && resultText(one.result)}
      </StepHeader>
      <div className={classes.problem} role="alert">
        <IconAlertCircle size={18} stroke={1.75} aria-hidden />
        <div>
          <bdi className={classes.problemName}>{one.fileName}</bdi>
          <p>{one.problem ?? <Trans>Save it as .csv or .xlsx, then choose it again.</Trans>}</p>
        </div>
      </div>
      {one.result ? (
        <div>
          <UndoImport contactImport={one} />
        </div>
      ) : (
        <UploadBox uploading={uploading} />
      )}
    </div>
  )
}
