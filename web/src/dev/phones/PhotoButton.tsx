import { Menu } from '@mantine/core'
import { IconCamera, IconPhoto, IconSparkles } from '@tabler/icons-react'
import { useRef } from 'react'
import type { FileToSend } from './carrier.ts'
import classes from './handset.module.css'
import { fileFrom, samplePhoto } from './photo.ts'

interface PhotoButtonProps {
  name: string
  onPhoto: (file: Promise<FileToSend>) => void
}

/** Sends a photo: a generated one, or one from this machine. */
export function PhotoButton({ name, onPhoto }: PhotoButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Menu position="top-start" width={208} withinPortal={false}>
        <Menu.Target>
          <button type="button" className={classes.attach} aria-label={`Send a photo as ${name}`}>
            <IconCamera size={18} stroke={1.75} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconSparkles size={16} aria-hidden />} onClick={() => onPhoto(samplePhoto())}>
            Send a sample photo
          </Menu.Item>
          <Menu.Item leftSection={<IconPhoto size={16} aria-hidden />} onClick={() => picker.current?.click()}>
            Choose a file…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={picker}
        type="file"
        hidden
        accept="image/*,audio/*,video/*,application/pdf,text/vcard,.vcf"
        aria-label={`File from ${name}`}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file) onPhoto(fileFrom(file))
        }}
      />
    </>
  )
}
