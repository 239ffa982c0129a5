//! Where workers run: options that loads and runs share.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use wirecost_scale::engine::{WorkerSite, manifest, script};
use wirecost_scale::{Job, Plan};

use crate::output;

/// Options that say where workers run, and as which program.
#[derive(Args)]
pub struct PlaceArgs {
    /// Use several workers: local:N (processes of this machine), ssh:HOST,HOST, slurm:N or kubernetes:N. In a load, they
    /// share one schedule: the rate and the connections are those of all workers together. In a run, each measures the
    /// whole suite, or with --split its part of the candidates
    #[arg(long, value_name = "PLACE", help_heading = "Many machines")]
    pub on: Option<WorkerSite>,

    /// Write the batch script (slurm) or the manifest (kubernetes) to this file, and run nothing
    #[arg(long, value_name = "FILE", requires = "on", help_heading = "Many machines")]
    pub emit: Option<PathBuf>,

    /// Keep plan, results and outputs of the workers in this folder, which must be empty. With Slurm, every node must see
    /// it [default: with slurm, wirecost-RUN in the current folder; otherwise none is kept]
    #[arg(long, value_name = "FOLDER", requires = "on", help_heading = "Many machines")]
    pub work_dir: Option<PathBuf>,

    /// Start this program as a worker, as its machine names it [default: this program with local and slurm, wirecost with
    /// ssh and kubernetes]
    #[arg(long, value_name = "PROGRAM", requires = "on", help_heading = "Many machines")]
    pub worker: Option<String>,

    /// Pass this option to sbatch, ssh or kubectl, such as --partition=bench or --namespace=bench (repeatable)
    #[arg(long, value_name = "OPTION", requires = "on", allow_hyphen_values = true, help_heading = "Many machines")]
    pub engine_option: Vec<String>,

    /// Run this container image (kubernetes)
    #[arg(long, value_name = "IMAGE", requires = "on", help_heading = "Many machines")]
    pub image: Option<String>,

    /// Give each worker of local:N a network namespace of its own: an address, ports, a loopback and a link that can be taken
    /// down, like a machine of its own. Workers reach a server of this machine as 198.19.0.1, if it listens on 0.0.0.0. Needs
    /// root, and ip of the package iproute2 [default: workers share the network of this machine]
    #[arg(long, requires = "on", help_heading = "Many machines")]
    pub namespaces: bool,
}

impl PlaceArgs {
    /// Refuses what does not go with the place.
    pub fn check(&self, place: &WorkerSite) -> anyhow::Result<()> {
        let is_local = matches!(place, WorkerSite::Local(_));
        ensure!(is_local || !self.namespaces, "--namespaces is for local:N: other places have machines of their own");
        match place {
            WorkerSite::Kubernetes(_) => {
                ensure!(self.image.is_some(), "Kubernetes needs a container image with wirecost: give --image");
                let is_for_kubectl = self.emit.is_none() || self.engine_option.is_empty();
                ensure!(is_for_kubectl, "--engine-option is for kubectl, which --emit does not call");
            }
            WorkerSite::Slurm(_) => ensure!(self.image.is_none(), "--image is for kubernetes"),
            WorkerSite::Local(_) | WorkerSite::Ssh(_) => {
                ensure!(self.emit.is_none(), "--emit is for slurm and kubernetes");
                ensure!(self.image.is_none(), "--image is for kubernetes");
                ensure!(!is_local || self.engine_option.is_empty(), "--engine-option is for ssh, slurm and kubernetes");
            }
        }
        Ok(())
    }

    /// The program of the workers.
    pub fn program(&self, place: &WorkerSite) -> anyhow::Result<String> {
        let own = || -> anyhow::Result<String> { Ok(std::env::current_exe()?.display().to_string()) };
        match (&self.worker, place) {
            (Some(program), _) => Ok(program.clone()),
            (None, WorkerSite::Local(_) | WorkerSite::Slurm(_)) => {
                own().context("the path of this program is not known: give --worker")
            }
            (None, WorkerSite::Ssh(_) | WorkerSite::Kubernetes(_)) => Ok("wirecost".into()),
        }
    }

    /// The folder of a run that is kept; `None` if none is. `apart` gives each run a folder of its own.
    pub fn kept_folder(&self, place: &WorkerSite, plan: &Plan, apart: bool) -> anyhow::Result<Option<PathBuf>> {
        let folder = match (&self.work_dir, place) {
            (Some(folder), _) if apart => folder.join(&plan.run),
            (Some(folder), _) => folder.clone(),
            (None, WorkerSite::Slurm(_)) => format!("wirecost-{}", plan.run).into(),
            (None, _) => return Ok(None),
        };
        Ok(Some(std::path::absolute(&folder).with_context(|| folder.display().to_string())?))
    }

    /// Writes what would be submitted, and says what to do with it.
    pub fn emit(&self, job: &Job, place: &WorkerSite, file: &Path) -> anyhow::Result<ExitCode> {
        output::check(file)?;
        let next = match place {
            WorkerSite::Slurm(_) => {
                output::write(file, script(job)?)?;
                job.prepare()?;
                format!("sbatch {}\nwirecost merge {}", file.display(), job.folder.display())
            }
            WorkerSite::Kubernetes(_) => {
                output::write(file, manifest(job)?)?;
                format!("kubectl apply -f {}     (its first lines say how to fetch the results)", file.display())
            }
            WorkerSite::Local(_) | WorkerSite::Ssh(_) => bail!("--emit is for slurm and kubernetes"),
        };
        output::print(&next)
    }
}
