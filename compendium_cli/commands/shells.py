"""Completion in shells: PowerShell, which click knows of late only, and bash and fish, which have to be given titles.

A title has spaces, brackets, commas and apostrophes: bash gets it quoted, fish whole. zsh does both by itself.
"""

from __future__ import annotations

import os

from click.shell_completion import BashComplete, CompletionItem, FishComplete, ShellComplete, add_completion_class

_BASH = """\
%(complete_func)s() {
    local IFS=$'\\n'
    local completion type value
    COMPREPLY=()
    while read -r completion; do
        IFS=',' read -r type value <<< "$completion"
        if [[ $type == 'dir' ]]; then
            compopt -o dirnames
        elif [[ $type == 'file' ]]; then
            compopt -o default
        elif [[ $type == 'plain' ]]; then
            # Between quotation marks a word stands as it is; bash closes them.
            [[ ${COMP_WORDS[COMP_CWORD]} == [\\'\\"]* ]] || printf -v value '%%q' "$value"
            COMPREPLY+=("$value")
        fi
    done < <(env COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD %(complete_var)s=bash_complete "$1")
    return 0
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""

_FISH = """\
function %(complete_func)s;
    set -l response (env %(complete_var)s=fish_complete COMP_WORDS=(commandline -cp) \
COMP_CWORD=(commandline -t) %(prog_name)s);

    for completion in $response;
        set -l metadata (string split -m 1 "," -- $completion);

        if test $metadata[1] = "dir";
            __fish_complete_directories $metadata[2];
        else if test $metadata[1] = "file";
            __fish_complete_path $metadata[2];
        else if test $metadata[1] = "plain";
            echo $metadata[2];
        end;
    end;
end;

complete --no-files --command %(prog_name)s --arguments "(%(complete_func)s)";
"""

_POWERSHELL = """\
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $before = $commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition }
    $kept = [Console]::OutputEncoding
    try {
        [Console]::OutputEncoding = [System.Text.Encoding]::UTF8
        $env:PYTHONIOENCODING = "utf-8"
        $env:%(complete_var)s = "powershell_complete"
        $env:COMPENDIUM_BEFORE = ($before | ForEach-Object { "$_".Trim("'", '"') }) -join "`t"
        $env:COMPENDIUM_TYPED = $wordToComplete.Trim("'", '"')
        %(prog_name)s | ForEach-Object {
            $value, $help = $_ -split "`t", 2
            $shown = if ($value -match "^[\\w/#:.-]+$") { $value } else { "'" + $value.Replace("'", "''") + "'" }
            [System.Management.Automation.CompletionResult]::new($shown, $value, "ParameterValue", $help)
        }
    } finally {
        [Console]::OutputEncoding = $kept
        Remove-Item Env:%(complete_var)s, Env:COMPENDIUM_BEFORE, Env:COMPENDIUM_TYPED, Env:PYTHONIOENCODING
    }
}
"""


class QuotingBash(BashComplete):
    """Quotes what is completed, as bash itself does not."""

    name = "bash"
    source_template = _BASH


class WholeFish(FishComplete):
    """Gives all of a title that has a comma."""

    name = "fish"
    source_template = _FISH


class PowerShellComplete(ShellComplete):
    """Gives a value and its help a line, with a tab between them."""

    name = "powershell"
    source_template = _POWERSHELL

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the one that is typed, and that one."""
        before = os.environ.get("COMPENDIUM_BEFORE", "").split("\t")
        return before[1:], os.environ.get("COMPENDIUM_TYPED", "")

    def format_completion(self, item: CompletionItem) -> str:
        """Return a value with what is said of it; PowerShell wants something there."""
        return f"{item.value}\t{item.help or item.value}"


def add_shells() -> None:
    """Let click complete in these shells."""
    for shell in (QuotingBash, WholeFish, PowerShellComplete):
        add_completion_class(shell)
