import { ALT_MAX } from '@crewline/contract/block-limits'
import type { Block } from '@crewline/contract/blocks'
import { useLingui } from '@lingui/react/macro'
import { Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { Address } from './Address.tsx'
import classes from './BlockEditor.module.css'
import { PictureTools } from './PictureTools.tsx'
import type { BlockSources } from './sources.ts'

interface PictureSettingsProps {
  block: Extract<Block, { type: 'picture' }>
  /** What is wrong with the block. */
  error: string | undefined
  sources: BlockSources
  set: (attributes: Record<string, unknown>) => void
}

/** What a picture shows and opens, its size and place, and which part of it is shown. */
export function PictureSettings({ block, error, sources, set }: PictureSettingsProps) {
  const { t } = useLingui()
  const { size = 'large', align = 'start' } = block
  return (
    <div className={classes.fields}>
      <TextInput
        label={t`What does the picture show?`}
        description={t`Read aloud to people who can’t see it.`}
        value={block.alt}
        error={error}
        maxLength={ALT_MAX}
        disabled={block.isDecoration}
        dir="auto"
        data-autofocus
        onChange={(event) => set({ alt: event.currentTarget.value })}
      />
      <Checkbox
        label={t`Decoration only, it adds nothing to the text`}
        checked={block.isDecoration}
        onChange={(event) => set({ isDecoration: event.currentTarget.checked })}
      />
      <Address
        label={t`Address that the picture opens`}
        href={block.href ?? ''}
        error={undefined}
        onChange={(href) => set({ href })}
      />
      <div className={classes.fileRow}>
        <SegmentedControl
          aria-label={t`Size`}
          value={size}
          data={[
            { value: 'large', label: t`Large` },
            { value: 'medium', label: t`Medium` },
            { value: 'small', label: t`Small` },
          ]}
          onChange={(next) => set({ size: next })}
        />
        {size !== 'large' && (
          <SegmentedControl
            aria-label={t`Place in the line`}
            value={align}
            data={[
              { value: 'start', label: t`Start` },
              { value: 'center', label: t`Center` },
              { value: 'end', label: t`End` },
            ]}
            onChange={(next) => set({ align: next })}
          />
        )}
      </div>
      <PictureTools
        src={sources.urlOf(block.fileId)}
        onPicture={async (file) => {
          const fileId = await sources.onPicture(file)
          if (fileId) set({ fileId })
        }}
      />
    </div>
  )
}
