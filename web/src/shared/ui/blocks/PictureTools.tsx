import { Trans, useLingui } from '@lingui/react/macro'
import { Button, FileButton } from '@mantine/core'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import classes from './BlockEditor.module.css'

const CropDialog = lazyPart(async () => ({ default: (await import('./CropDialog.tsx')).CropDialog }))

export interface PictureToolsProps {
  /** Where the picture is. */
  src: string
  /** Stores a picture in its place. */
  onPicture: (file: File) => Promise<void>
}

/** Replaces a picture, or crops it. */
export function PictureTools({ src, onPicture }: PictureToolsProps) {
  const { t } = useLingui()
  const [isUploading, setUploading] = useState(false)
  const [isCropping, setCropping] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  function close(): void {
    setCropping(false)
    opener.current?.focus()
  }
  async function replace(file: File | null): Promise<void> {
    if (!file) return
    setUploading(true)
    await onPicture(file)
    setUploading(false)
  }
  return (
    <div className={classes.fileRow}>
      <FileButton
        accept="image/*"
        onChange={(file) => void replace(file)}
        inputProps={{ 'aria-label': t`Another picture` }}
      >
        {(props) => (
          <Button {...props} variant="default" size="xs" loading={isUploading}>
            <Trans>Replace</Trans>
          </Button>
        )}
      </FileButton>
      <Button ref={opener} variant="default" size="xs" disabled={src === ''} onClick={() => setCropping(true)}>
        <Trans>Crop</Trans>
      </Button>
      <Suspense>
        {isCropping && (
          <CropDialog
            src={src}
            onClose={close}
            onCrop={async (file) => {
              await onPicture(file)
              close()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
