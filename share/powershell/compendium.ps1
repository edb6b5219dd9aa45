Register-ArgumentCompleter -Native -CommandName compendium -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $before = $commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition }
    $kept = [Console]::OutputEncoding
    try {
        [Console]::OutputEncoding = [System.Text.Encoding]::UTF8
        $env:PYTHONIOENCODING = "utf-8"
        $env:_COMPENDIUM_COMPLETE = "powershell_complete"
        $env:COMPENDIUM_BEFORE = ($before | ForEach-Object { "$_".Trim("'", '"') }) -join "`t"
        $env:COMPENDIUM_TYPED = $wordToComplete.Trim("'", '"')
        compendium | ForEach-Object {
            $value, $help = $_ -split "`t", 2
            $shown = if ($value -match "^[\w/#:.-]+$") { $value } else { "'" + $value.Replace("'", "''") + "'" }
            [System.Management.Automation.CompletionResult]::new($shown, $value, "ParameterValue", $help)
        }
    } finally {
        [Console]::OutputEncoding = $kept
        Remove-Item Env:_COMPENDIUM_COMPLETE, Env:COMPENDIUM_BEFORE, Env:COMPENDIUM_TYPED, Env:PYTHONIOENCODING
    }
}
