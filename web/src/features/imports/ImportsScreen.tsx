import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { call } from '../../shared/api/from-contract.ts'
import { Screen } from '../../shared/ui/Screen.tsx'
import { FileChoice } from '../../shared/ui/FileChoice.tsx'
import classes from './Imports.module.css'
import { LatestImports } from './upload/LatestImports.tsx'
import { PasteBox } from './upload/PasteBox.tsx'
import { StepList } from './steps/StepList.tsx'
import { UploadBox } from './upload/UploadBox.tsx'
import { useUploading } from './upload/useUploading.ts'

/** The start of an import: a file, a paste or the template; and the earlier imports. */
export default function ImportsScreen() {
  const { t } = useLingui()
  const uploading = useUploading()
  return (
    <Screen
      title={t`Import contacts`}
      actions={
        <Anchor component={Link} to="/dashboard/contacts">
          <Trans>Back to contacts</Trans>
        </Anchor>
      }
    >
      <StepList step="upload" open={[]} hrefOf={() => ''} />
      <div className={classes.start}>
        <UploadBox uploading={uploading} />
        <div className={classes.ways}>
          <PasteBox uploading={uploading} />
          <FileChoice
            callFor={(format) => call('importTemplate', { query: { format } })}
            name={t({ message: 'contacts-template', comment: 'The name of a file, without spaces' })}
          >
            <Trans>Use our template</Trans>
          </FileChoice>
        </div>
        <LatestImports />
      </div>
    </Screen>
  )
}
