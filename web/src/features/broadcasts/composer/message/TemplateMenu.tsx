import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { toast } from '../../../../shared/ui/toast/toast.tsx'
import { templateNames, withTemplate } from '../templates.ts'
import type { Draft } from '../useDraft.ts'

/** Offers common texts. The chosen one replaces the message; a replaced text comes back with Undo. */
export function TemplateMenu({ draft }: { draft: Draft }) {
  const { t, i18n } = useLingui()

  function choose(id: string): void {
    const { name, kind, poll, acknowledgement, message } = draft.content
    draft.change(withTemplate(draft.content, id, i18n))
    if (message.body.trim() === '') return
    toast.undo({
      message: t`Message replaced.`,
      onUndo: () => draft.change({ name, kind, poll, acknowledgement, message }),
    })
  }

  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}
        >
          <Trans>Use a template</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t`Use a template`}>
        {templateNames.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => choose(id)}>
            {i18n._(name)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
