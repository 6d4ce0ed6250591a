import type { Import } from '@crewline/contract/imports'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useDiscardImportMutation } from '../api.ts'
import { LazyConfirmCount } from '../check/LazyConfirmCount.tsx'
import { discardMatch } from '../match/useMatch.ts'

/** Discards an import that was not run, after one confirmation. */
export function DiscardImport({ contactImport }: { contactImport: Import }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const messageFor = useErrorText()
  const [isAsking, setAsking] = useState(false)
  const [discard] = useDiscardImportMutation()
  const { id, fileName } = contactImport
  async function discardImport(): Promise<void> {
    const { error } = await discard(id)
    setAsking(false)
    if (error) return toast.inApp({ type: 'error', message: messageFor(error) })
    discardMatch(id)
    await navigate('/dashboard/contacts/import')
  }
  return (
    <>
      <Button variant="subtle" color="gray" onClick={() => setAsking(true)}>
        <Trans>Discard</Trans>
      </Button>
      <LazyConfirmCount
        isOpen={isAsking}
        title={t`Discard the import of “${fileName}”?`}
        confirmLabel={t`Discard import`}
        isDestructive
        onCancel={() => setAsking(false)}
        onConfirm={discardImport}
      >
        <Trans>Your corrections will be lost. No contacts have been added yet.</Trans>
      </LazyConfirmCount>
    </>
  )
}
