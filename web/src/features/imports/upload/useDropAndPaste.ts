import { useEffect, useRef, useState, type DragEvent } from 'react'

export interface Taking {
  onFile: (file: File) => void
  onText: (text: string) => void
}

const carriesFiles = (data: DataTransfer | null) => data?.types.includes('Files') ?? false

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

/** Accepts files dropped on an area and content pasted anywhere on the page except in an input. */
export function useDropAndPaste({ onFile, onText }: Taking) {
  const [isOver, setOver] = useState(false)
  // Entering a child also fires a leave event of its parent: only the balance shows whether the pointer is still
  // inside.
  const depth = useRef(0)
  useEffect(() => {
    function handlePaste(event: ClipboardEvent): void {
      if (isWriting(event.target)) return
      const file = event.clipboardData?.files[0]
      const text = event.clipboardData?.getData('text/plain') ?? ''
      // Excel adds a picture of the cells to the clipboard: the text is the intended content.
      if (text.includes('\n') || (text !== '' && !file)) onText(text)
      else if (file) onFile(file)
      else return
      event.preventDefault()
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [onFile, onText])

  const props = {
    onDragEnter(event: DragEvent) {
      if (!carriesFiles(event.dataTransfer)) return
      event.preventDefault()
      depth.current += 1
      setOver(true)
    },
    onDragOver(event: DragEvent) {
      if (!carriesFiles(event.dataTransfer)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    },
    onDragLeave(event: DragEvent) {
      if (!carriesFiles(event.dataTransfer)) return
      depth.current = Math.max(0, depth.current - 1)
      if (depth.current === 0) setOver(false)
    },
    onDrop(event: DragEvent) {
      if (!carriesFiles(event.dataTransfer)) return
      event.preventDefault()
      depth.current = 0
      setOver(false)
      const file = event.dataTransfer.files[0]
      if (file) onFile(file)
    },
  }
  return { isOver, props }
}
