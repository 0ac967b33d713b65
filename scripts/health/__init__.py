"""Parts of `scripts/healthy.py`: measuring a project, the ledger of findings, the page of figures."""
